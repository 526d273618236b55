import Application

/// Messages about the remote control, in one line each.
enum RemoteText {
  static func sentence(_ notice: RemoteNotice) -> String {
    switch notice {
    case .isServed(let path):
      "another player uses \(path.shown): the remote control of this one begins when that player has ended"
    case .noSocket(let error):
      "no remote control: \(ErrorText.sentence(error, while: .writing))"
    case .cannotListen(let address, let detail):
      "no remote control at \(address): \(detail); write another address to the configuration file (listen=HOST:PORT) "
        + "and start again"
    }
  }
}
