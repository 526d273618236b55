import Dubbing
import Effects
import Studio

/// The values of a lane as the timeline shows and changes them.
package struct LaneScale: Hashable, Sendable {
  /// The unit and the range; nil for an address that the mixer does not know. Its values are numbers without a unit.
  private let parameter: EffectParameter?
  private let kind: MixerValue.Kind
  private let range: ClosedRange<Double>

  init(_ parameter: EffectParameter, _ kind: MixerValue.Kind) {
    (self.parameter, self.kind, range) = (parameter, kind, parameter.range)
  }

  /// Creates the scale of numbers without a unit, which is as large as they need.
  init(numbers: some Sequence<Double>) {
    let (low, high) = numbers.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1), max($0.1, $1)) }
    (parameter, kind, range) = (nil, .parameter, low <= high ? low...high : 0...0)
  }

  package var lowest: String { text(range.lowerBound) }
  package var highest: String { text(range.upperBound) }

  /// Returns a value with its unit.
  package func text(_ value: Double) -> String {
    if let parameter { return parameter.text(value) }
    let rounded = (value * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// Returns a value in at most so many columns, without its unit or its decimals if they have no room; nil if it has none.
  package func text(_ value: Double, in columns: Int) -> String? {
    let words = text(value).split(separator: " ")
    guard let number = words.first else { return nil }
    let unit = words.last == "kHz" ? "k" : ""
    let sign = number.prefix { $0 == "−" || $0 == "-" }
    let magnitude = Double(number.dropFirst(sign.count)).flatMap { Int(exactly: $0.rounded()) }
    let whole = magnitude.map { "\(sign)\($0)" } ?? String(number)
    return [words.joined(), number + unit, whole + unit].first { $0.count <= columns }
  }

  /// Reads a value, with or without its unit; nil if the text is none.
  package func value(of text: String) -> Double? {
    if let parameter { return parameter.value(of: text) }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the place of a value in the range, 0…1.
  package func share(of value: Double) -> Double {
    if let parameter { return parameter.position(of: value) }
    let length = range.upperBound - range.lowerBound
    return length > 0 ? min(max((value - range.lowerBound) / length, 0), 1) : 0
  }

  /// Returns the value at a place in the range, 0…1.
  package func value(at share: Double) -> Double {
    if let parameter { return MixerValue(parameter, range.lowerBound, kind).at(share).value }
    return range.lowerBound + min(max(share, 0), 1) * (range.upperBound - range.lowerBound)
  }

  /// Returns the value some steps away: of 1 dB, of a tenth of the way to one side, of a 40th of a range, or of one name.
  package func moved(_ value: Double, by steps: Int) -> Double {
    if let parameter { return MixerValue(parameter, parameter.clamped(value), kind).moved(by: steps).value }
    let length = range.upperBound - range.lowerBound
    return value + Double(steps) * (length > 0 ? length / 40 : 1)
  }

  package func clamped(_ value: Double) -> Double { parameter?.clamped(value) ?? value }

  /// Returns a lane without points that change it by less than a part of the range, 0…1. Of lines, the part is one of the
  /// values, which move evenly; else one of the places in the range.
  ///
  /// - Parameter places: the points that may be removed; nil for all. The first one always stays.
  package func thinned(_ lane: Lane, to part: Double, places: Set<Int>?) -> Lane {
    if lane.shape == .lines {
      return lane.thinned(to: part * (range.upperBound - range.lowerBound), places: places)
    }
    var shares = Lane(lane.id)
    for point in lane.points { shares.append(Lane.Point(point.frame, share(of: point.value))) }
    let kept = shares.thinned(to: part, places: places)
    return lane.replacing(lane.frames.indices.filter { kept.place(of: lane.frames[$0]) == nil }, with: [])
  }
}

/// The values that lanes move.
extension Application {
  /// Returns the scale of the values of a lane.
  ///
  /// - Parameter places: the points whose values the scale of an unknown address needs; nil for all.
  package func scale(of lane: Lane, at places: Range<Int>? = nil) -> LaneScale {
    scale(ofLane: lane.id.address) ?? LaneScale(numbers: lane.values[places ?? 0..<lane.count])
  }

  /// Returns the scale of the values at the address of a lane; nil if the mixer does not know it.
  package func scale(ofLane text: String) -> LaneScale? {
    guard let address = MixGraph.Address(text), let parameter = parameter(at: address) else { return nil }
    let kind: MixerValue.Kind =
      switch address.part {
      case .gain, .send, .song(_, .gain): .level
      case .pan, .sweep: .pan
      case .mute, .solo, .parameter, .move, .throw, .song: .parameter
      }
    return LaneScale(parameter, kind)
  }

  /// Returns the value with which a lane begins: that of the mixer now.
  package func firstValue(ofLane address: String) -> Double {
    guard let address = MixGraph.Address(address) else { return 0 }
    return value(at: address) ?? parameter(at: address)?.initial ?? 0
  }

  /// Returns what completes a typed text to lanes: those of the take, the values of the mixer and the moves.
  func laneChoices(_ text: String) -> [String] {
    let own = takes?.list.shown?.lanes.map(\.id.address) ?? []
    let values = (mixer?.buses ?? []).flatMap { mixer?.graph.addresses(of: $0) ?? [] }
    let others = (values + MixGraph.Address.moves).map(\.text) + songAddresses + ["all", "off"]
    let known = Set(own)
    return MixerController.completions(of: text, among: own + others.filter { !known.contains($0) })
  }
}
