import Dubbing
import MixEngine
import Testing

/// The plans of hits that are being recorded.
@Suite struct LivePlanTests {
  private func hits(_ count: Int) -> [PlannedHit] {
    let hits = Sample.hits(count, seed: 3)
    return (0..<count).map { PlannedHit(hits[$0], gain: 1, knowsSamples: true) }
  }

  private func take(_ count: Int) -> Take {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.addLayer(hits: Sample.hits(count, seed: 4))
    return take
  }

  /// The number of hits of plans that another state did not have.
  private func copied(_ plan: LivePlan, since before: [HitPlan]) -> Int {
    plan.plans.reduce(0) { sum, plan in sum + (before.contains { $0 === plan } ? 0 : plan.count) }
  }

  @Test func addedHitCopiesFewOtherHits() {
    var plan = LivePlan(take(100_000), layers: 1...)
    var work = 0
    for (index, hit) in hits(500).enumerated() {
      let before = plan.plans
      plan.add(hit, layer: 2, index: index)
      work += copied(plan, since: before)
    }
    // Each hit is copied once for each doubling, and the last hits of the pads are planned again.
    #expect(work < 500 * (9 + 128) && plan.plans.count <= 12)
    #expect(plan.plans.reduce(0) { $0 + $1.count } == 100_500)
  }

  @Test func manyHitsMakeFewPlans() {
    var plan = LivePlan(take(0), layers: 1...)
    for (index, hit) in hits(3_000).enumerated() { plan.add(hit, layer: 1, index: index) }
    #expect(plan.plans.count <= 13 && plan.plans.reduce(0) { $0 + $1.count } == 3_000)
  }

  @Test func aLengthIsSetForTheLastHitOfAPadAlone() {
    var plan = LivePlan(take(0), layers: 1...)
    plan.add(PlannedHit(frame: 10, pad: 1), layer: 1, index: 0)
    plan.add(PlannedHit(frame: 20, pad: 2), layer: 1, index: 1)
    let first = plan.setLength(5, ofHit: 0, layer: 1)
    plan.add(PlannedHit(frame: 30, pad: 1), layer: 1, index: 2)
    let (former, latest) = (plan.setLength(5, ofHit: 0, layer: 1), plan.setLength(7, ofHit: 2, layer: 1))
    #expect(first && !former && latest)
  }
}
