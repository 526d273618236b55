/// How long a pad sounds.
package enum PadMode: String, Hashable, Sendable, CaseIterable {
  /// To the end of its sample.
  case oneShot
  /// While its key is held; to its end where the terminal does not tell when a key comes up.
  case gate
  /// Until it is struck again.
  case toggle
}
