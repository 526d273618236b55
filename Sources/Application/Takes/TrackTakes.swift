import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// The takes of a track, or the free ones, as the player knows them.
struct TrackTakes {
  /// Nil until the file was read, and where it cannot be.
  var key: TrackKey?
  /// Whether the folder has been looked through.
  var isFound = false
  var problem: FileError?
  /// The oldest first.
  var takes: [Take] = []
  /// The one that plays and is recorded to; nil: the next recording makes one.
  var current: Take.ID?
  /// What was tapped while there was no take.
  var tempo: TempoMap?
  /// What the engine plays of it; nil where that has to be made anew.
  var plan: HitPlan?
  /// The same of the layers that are being recorded: made anew with each hit, so that the others need not be.
  var livePlan: HitPlan?

  var take: Take? { takes.first { $0.id == current } }

  var knownTempo: TempoMap? { take?.tempo ?? tempo }

  mutating func forgetPlans() { (plan, livePlan) = (nil, nil) }

  /// Takes over what was recorded.
  mutating func record(_ take: Take) {
    livePlan = nil
    if let index = takes.firstIndex(where: { $0.id == take.id }) { takes[index] = take }
  }

  /// Replaces the take of that id, or adds it.
  mutating func put(_ take: Take) {
    forgetPlans()
    if let index = takes.firstIndex(where: { $0.id == take.id }) {
      takes[index] = take
    } else {
      takes.append(take)
    }
  }

  /// Takes a take out; the last one of those that are left takes its place.
  mutating func remove(_ id: Take.ID) {
    forgetPlans()
    takes.removeAll { $0.id == id }
    if current == id { current = takes.last?.id }
  }

  mutating func sort() { takes.sort { ($0.created, $0.id) < ($1.created, $1.id) } }

  /// What was found on the disk. What is known already is newer.
  mutating func add(_ found: [Take]) {
    let known = Set(takes.map(\.id))
    takes = found.filter { !known.contains($0.id) } + takes
    sort()
    if current == nil { current = takes.max { ($0.modified, $0.id) < ($1.modified, $1.id) }?.id }
    plan = nil
  }
}
