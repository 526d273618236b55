/// Frames per second.
public struct SampleRate: Hashable, Sendable, BitwiseCopyable {
  public let hertz: Int

  @inlinable public init(_ hertz: Int) { self.hertz = hertz }

  /// 48 kHz: what the program renders at unless the card or the user says otherwise.
  package static let standard = SampleRate(48_000)

  /// The rates that a track may have; others are refused as damaged headers.
  package static let playable = 1_000...768_000
}
