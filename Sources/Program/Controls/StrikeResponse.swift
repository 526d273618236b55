import Application
import Dubbing
import Glibc

/// Maps the velocities of a MIDI device to the velocities of pads.
package enum VelocityCurve: Hashable, Sendable {
  /// A received velocity and the played velocity.
  package struct Point: Hashable, Sendable {
    package var received: Int
    package var played: Int

    package init(_ received: Int, _ played: Int) { (self.received, self.played) = (received, played) }
  }

  case shape(StrikeVelocities.Curve)
  /// All strikes have the same velocity.
  case fixed(Int)
  /// Linear interpolation between points in ascending order, from (0, 0) to (127, 127).
  case drawn([Point])

  private static let velocities = Command.Stroke.velocities
  private static let mostPoints = 16

  /// Reads `linear`, `soft`, `hard`, a velocity, or points such as `20:16,110:120`.
  package init?(_ text: String) {
    if let curve = StrikeVelocities.Curve(rawValue: text) {
      self = .shape(curve)
    } else if let velocity = Int(text) {
      guard VelocityCurve.velocities.contains(velocity) else { return nil }
      self = .fixed(velocity)
    } else {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let points = parts.compactMap { part -> Point? in
        let numbers = part.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy(VelocityCurve.velocities.contains) else { return nil }
        return Point(numbers[0], numbers[1])
      }
      let isRising = zip(points, points.dropFirst()).allSatisfy {
        $0.received < $1.received && $0.played <= $1.played
      }
      guard points.count == parts.count, points.count <= VelocityCurve.mostPoints, isRising else {
        return nil
      }
      self = .drawn(points)
    }
  }

  /// The text from which `init(_:)` creates the same curve.
  package var text: String {
    switch self {
    case .shape(let curve): curve.rawValue
    case .fixed(let velocity): "\(velocity)"
    case .drawn(let points): points.map { "\($0.received):\($0.played)" }.joined(separator: ",")
    }
  }

  /// Applies the curve to a velocity, 1–127.
  package func apply(_ velocity: Int) -> Int {
    switch self {
    case .shape(let curve): return curve.apply(velocity)
    case .fixed(let fixed): return fixed
    case .drawn(let points):
      let last = VelocityCurve.velocities.upperBound
      let next = points.first { $0.received >= velocity } ?? Point(last, last)
      let former = points.last { $0.received < velocity } ?? Point(0, 0)
      if next.received <= former.received { return former.played }
      let share = Double(velocity - former.received) / Double(next.received - former.received)
      let played = Double(former.played) + share * Double(next.played - former.played)
      return min(max(Int(played.rounded()), VelocityCurve.velocities.lowerBound), last)
    }
  }
}

extension VelocityCurve {
  /// The strikes from which a curve is learned: half of them soft, half of them hard.
  package static let learnedStrikes = 8
  private static let learnedPoints = (softest: 16, hardest: 120)
  /// The least difference between soft and hard strikes.
  private static let leastDifference = 10

  /// Returns the curve that maps soft strikes to ghost notes and hard strikes to accents. `velocities`: the velocities
  /// of soft and hard strikes, in any order. Returns nil if the velocities are too similar or too few.
  package static func learned(_ velocities: [Int]) -> VelocityCurve? {
    let sorted = velocities.sorted()
    guard sorted.count >= 2 else { return nil }
    // The medians of both halves are robust against a single outlier.
    let (soft, hard) = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
    guard hard - soft >= leastDifference else { return nil }
    return .drawn([Point(soft, learnedPoints.softest), Point(hard, learnedPoints.hardest)])
  }
}

/// The strikes of a pad that are crosstalk: another pad of the device was struck harder just before, and shook it.
///
/// Soft strikes that come first are played: to ignore them, all strikes would have to wait for louder ones.
package struct Crosstalk: Hashable, Sendable {
  private static let times = 0.0...50.0
  /// The seconds after which no strike is crosstalk.
  static let longest = times.upperBound / 1_000
  private static let shares = 1...90

  /// The milliseconds after a harder strike.
  private let time: Double
  /// The percentage of the harder velocity below which a strike is ignored.
  private let percentage: Int

  /// Ignores nothing.
  package static let off = Crosstalk(time: 0, percentage: 0)

  private init(time: Double, percentage: Int) { (self.time, self.percentage) = (time, percentage) }

  /// Reads `off`, or milliseconds and a percentage such as `5:20`.
  package init?(_ text: String) {
    if text == "off" {
      self = .off
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Double(parts[0]), let percentage = Int(parts[1]),
      Crosstalk.times.contains(time), time > 0, Crosstalk.shares.contains(percentage)
    else { return nil }
    self.init(time: time, percentage: percentage)
  }

  /// The text from which `init(_:)` creates the same value.
  package var text: String {
    if self == .off { return "off" }
    return time == time.rounded() ? "\(Int(time)):\(percentage)" : "\(time):\(percentage)"
  }

  /// Returns whether a strike is crosstalk of a harder one. `seconds`: the time from the harder one to the strike.
  func includes(_ velocity: Int, after seconds: Double, of harder: Int) -> Bool {
    seconds * 1_000 <= time && velocity * 100 < harder * percentage
  }
}

/// The response to strikes of a MIDI device: velocity curve, threshold, mask time and crosstalk.
package struct StrikeResponse: Hashable, Sendable {
  /// The pad or device that a response applies to.
  package enum Scope: Hashable, Sendable {
    case pad(Int)
    /// A device by its system name.
    case device(String)
  }

  package static let thresholds = 0...126
  /// The valid mask times in seconds.
  package static let masks = 0.0...0.5

  package var curve: VelocityCurve?
  /// The velocity below which strikes are ignored.
  package var threshold: Int?
  /// The seconds after a strike in which further strikes of the same pad are ignored, to reject bounces of the stick and
  /// double triggers.
  package var mask: Double?
  package var crosstalk: Crosstalk?

  package init(
    curve: VelocityCurve? = nil, threshold: Int? = nil, mask: Double? = nil, crosstalk: Crosstalk? = nil
  ) {
    (self.curve, self.threshold, self.mask, self.crosstalk) = (curve, threshold, mask, crosstalk)
  }

  /// Returns the response, completed with values of another response.
  package func completed(by other: StrikeResponse?) -> StrikeResponse {
    StrikeResponse(
      curve: curve ?? other?.curve, threshold: threshold ?? other?.threshold, mask: mask ?? other?.mask,
      crosstalk: crosstalk ?? other?.crosstalk)
  }
}

extension StrikeResponse {
  /// Sets a value from a word and its text, such as `curve` and `hard`; without a text, removes it. Returns false if it is
  /// not valid.
  @discardableResult mutating func set(_ word: String, _ text: String?) -> Bool {
    switch word {
    case "curve": set(\.curve, text) { VelocityCurve($0) }
    case "threshold":
      set(\.threshold, text) { Int($0).flatMap { StrikeResponse.thresholds.contains($0) ? $0 : nil } }
    case "mask":
      set(\.mask, text) {
        Double($0).map { $0 / 1_000 }.flatMap { StrikeResponse.masks.contains($0) ? $0 : nil }
      }
    case "crosstalk": set(\.crosstalk, text) { Crosstalk($0) }
    default: false
    }
  }

  private mutating func set<Value>(
    _ place: WritableKeyPath<StrikeResponse, Value?>, _ text: String?, _ read: (String) -> Value?
  ) -> Bool {
    let value = text.flatMap(read)
    if value == nil, text != nil { return false }
    self[keyPath: place] = value
    return true
  }

  /// The values as pairs of word and text, which `set` reads.
  var words: [String] {
    [
      curve.map { "curve \($0.text)" }, threshold.map { "threshold \($0)" },
      mask.map { "mask \(Int(($0 * 1_000).rounded()))" }, crosstalk.map { "crosstalk \($0.text)" },
    ].compactMap(\.self)
  }
}

extension StrikeResponse.Scope {
  /// Reads `pad 3` or `device TD-17`.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    switch words[0] {
    case "pad":
      guard let pad = Int(words[1]), HitColumns.padRange.contains(pad) else { return nil }
      self = .pad(pad)
    case "device": self = .device(words[1])
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .pad(let pad): "pad \(pad)"
    case .device(let name): "device \(name)"
    }
  }
}

/// The velocities of strikes by keys, and the curve for strikes with a velocity of their own.
package struct StrikeVelocities: Hashable, Sendable {
  /// Maps the velocity of the mouse, and of other devices with dynamics, before the pad is struck and the hit recorded.
  package enum Curve: String, CaseIterable, Sendable {
    /// The velocity stays.
    case linear
    /// Gentle strikes sound louder.
    case soft
    /// Gentle strikes sound quieter: loud ones need more force.
    case hard

    private var exponent: Double {
      switch self {
      case .linear: 1
      case .soft: 0.6
      case .hard: 1.7
      }
    }

    /// Applies the curve to a velocity. `velocity`: 1–127.
    package func apply(_ velocity: Int) -> Int {
      let range = Command.Stroke.velocities
      let share = Double(velocity) / Double(range.upperBound)
      let mapped = Int((pow(share, exponent) * Double(range.upperBound)).rounded())
      return min(max(mapped, range.lowerBound), range.upperBound)
    }
  }

  /// The velocity of a plain key.
  package var plain = 100
  /// The velocity of a key with an accent.
  package var accent = 127
  /// The velocity of a soft hit: that of a ghost note.
  package var soft = 40
  package var curve = Curve.linear

  package init() {}

  package func velocity(of stroke: Command.Stroke) -> Int {
    switch stroke {
    case .plain: plain
    case .accented: accent
    case .soft: soft
    case .velocity(let velocity): velocity
    }
  }
}
