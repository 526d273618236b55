/// Delivers each event to each subscriber exactly once, in order. Main thread.
///
/// An event that a subscriber sends is delivered to all subscribers after the current one.
@MainActor
package final class EventStream<Event: Sendable> {
  package typealias Handler = @MainActor (Event) -> Void

  /// A subscription, which ends when it is released.
  @MainActor
  package final class Subscription {
    private let end: @MainActor () -> Void

    fileprivate init(end: @escaping @MainActor () -> Void) { self.end = end }

    isolated deinit { end() }
  }

  private var handlers: [(id: Int, handler: Handler)] = []
  private var nextID = 0
  private var waiting: [Event] = []
  private var isDelivering = false

  package init() {}

  /// Adds a subscriber, which receives events until the subscription is released.
  package func subscribe(_ handler: @escaping Handler) -> Subscription {
    let id = nextID
    nextID += 1
    handlers.append((id, handler))
    return Subscription { [weak self] in self?.handlers.removeAll { $0.id == id } }
  }

  package func send(_ event: Event) {
    waiting.append(event)
    if isDelivering { return }
    isDelivering = true
    defer { isDelivering = false }
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      for (_, handler) in handlers { handler(event) }
    }
  }
}
