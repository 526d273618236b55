/// What ends the sound of a pad.
package enum PadMode: String, Hashable, Sendable, CaseIterable {
  /// The end of its sample.
  case oneShot
  /// The release of its key, or the end of its sample if the terminal does not report key releases.
  case gate
  /// The next hit.
  case toggle
}
