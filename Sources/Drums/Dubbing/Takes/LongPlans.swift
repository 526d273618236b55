import Synchronization
import SystemBase

/// Plans long layers on a thread of its own, so that nothing waits for them. Any thread.
package final class LongPlans: Sendable {
  /// The most hits that are planned on the thread of the caller.
  package static let mostAtOnce = 4_096
  private static let mostKept = 64

  private struct Request: Sendable {
    let take: Take.ID
    let layer: Layer
    let gain: Float
    let knowsSamples: Bool

    /// Columns that were not changed are compared by their address.
    static func == (one: Request, other: Request) -> Bool {
      one.isOfLayer(other) && one.gain == other.gain && one.knowsSamples == other.knowsSamples
        && one.layer.hits == other.layer.hits && one.layer.settings.patterns == other.layer.settings.patterns
    }

    func isOfLayer(_ other: Request) -> Bool { take == other.take && layer.id == other.layer.id }
  }

  /// The newest request of each layer whose plan was not collected, and its plan once it was made.
  private let requests = Mutex<[(request: Request, plan: LayerPlans.Plan?)]>([])
  private let worker = SerialWorker(name: "plans")
  private let onReady: @Sendable () -> Void

  /// Creates a planner without requests. `onReady` is called on its thread when a plan that was requested is made.
  package init(onReady: @escaping @Sendable () -> Void) { self.onReady = onReady }

  static func isLong(_ layer: Layer) -> Bool { layer.hits.count + layer.patternCount > mostAtOnce }

  /// Returns whether the hits of the layers that sound are too many for the thread of the caller.
  package static func isLong(_ take: Take) -> Bool {
    take.layers.lazy.filter(take.sounds).reduce(0) { $0 + $1.hits.count + $1.patternCount } > mostAtOnce
  }

  /// Does a job on the thread of the planner.
  func run(_ job: @escaping @Sendable () -> Void) { worker.run(job) }

  /// Returns the plan of a layer, and forgets it; nil while it is made. A newer request for the layer replaces it.
  func plan(of layer: Layer, in take: Take.ID, gain: Float, knowsSamples: Bool) -> LayerPlans.Plan? {
    let request = Request(take: take, layer: layer, gain: gain, knowsSamples: knowsSamples)
    let (plan, isNew) = requests.withLock { list -> (LayerPlans.Plan?, Bool) in
      if let place = list.firstIndex(where: { $0.request == request }) {
        return list[place].plan == nil ? (nil, false) : (list.remove(at: place).plan, false)
      }
      list.removeAll { $0.request.isOfLayer(request) }
      if list.count >= LongPlans.mostKept { list.removeFirst() }
      list.append((request, nil))
      return (nil, true)
    }
    if isNew { worker.run { [self] in make(request) } }
    return plan
  }

  private func make(_ request: Request) {
    let isWanted = requests.withLock { list in list.contains { $0.request == request && $0.plan == nil } }
    guard isWanted else { return }
    let (layer, gain) = (request.layer, request.gain)
    let plan = LayerPlans.Plan(layer, layer.playedHits, gain: gain, knowsSamples: request.knowsSamples)
    requests.withLock { list in
      if let place = list.firstIndex(where: { $0.request == request }) { list[place].plan = plan }
    }
    onReady()
  }

  func stop() { worker.stop() }
}
