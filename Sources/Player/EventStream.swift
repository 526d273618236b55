/// Hands each event to each subscriber exactly once, in order; main thread.
///
/// An event that a subscriber causes is handed out after the one that caused it, to everyone.
@MainActor
package final class EventStream<Event: Sendable> {
  package typealias Handler = @MainActor (Event) -> Void

  /// Ends with its owner.
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
