import SystemBase

/// A strike on a pad, the release of a held pad, or the choke of a pad, as its producer sends it.
public struct Hit: Sendable, BitwiseCopyable {
  public enum Kind: Hashable, Sendable, BitwiseCopyable {
    case strike
    /// Ends a gate pad, since its key was released. Other pads ignore it.
    case release
    /// Silences the pad within a number of seconds; 0 uses the choke fade of the pad.
    case choke(seconds: Float)
  }

  /// The number of the pad, from 1.
  public var pad: Int
  /// The velocity, 1–127.
  public var velocity: Int
  /// The time at which the key, note or message was received.
  public var time: HostTime
  public var kind: Kind

  package var isStrike: Bool { if case .strike = kind { true } else { false } }

  public init(pad: Int, velocity: Int, time: HostTime, kind: Kind = .strike) {
    (self.pad, self.velocity, self.time, self.kind) = (pad, velocity, time, kind)
  }
}

extension Hit: ProducedEvent {
  var delay: Float { 0 }
  var isStart: Bool { isStrike }

  func due(at offset: Int, isLate: Bool) -> DueHit { DueHit(hit: self, offset: offset, isLate: isLate) }
}

/// A hit with its place in the block that is being rendered.
struct DueHit: DueEvent {
  var hit: Hit
  var offset: Int
  var isLate = false
  /// The index of the sample; −1 leaves the choice to the pad.
  var sample = -1
  var gain: Float = 1
  var isPlanned = false
  /// Frames after which the pad ends by itself; 0 if it sounds to its end. Planned hits only.
  var heldFrames = 0

  var isStart: Bool { hit.isStrike }
}

/// A sender of hits. Each has a ring of its own, which one thread writes.
package enum HitProducer: Int, CaseIterable, Sendable { case keys, midi, control }
