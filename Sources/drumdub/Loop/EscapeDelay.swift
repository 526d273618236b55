/// How long a lone ESC is waited upon before it is the key: over a network the rest of a sequence comes later.
enum EscapeDelay {
  static var milliseconds: Int32 { BaseFolders.environment("SSH_CONNECTION") == nil ? 25 : 100 }
}
