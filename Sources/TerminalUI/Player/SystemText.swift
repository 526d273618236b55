import Application

/// Messages about another player, in one line each.
enum SystemText {
  static func sentence(_ notice: SystemNotice) -> String {
    switch notice {
    case .notPossible:
      "not possible while another program plays: start drumdub without --system for your queue, library and takes"
    case .noPlayer: "no other player runs: start one, and it is shown here"
    case .notRunning(let name):
      "\(name) does not run: start it, or choose another one with the command system"
    case .attached(let name): "drumming over \(name)"
    case .ended(let name): "\(name) has ended: start it again, or choose another one with the command system"
    case .refused(let name, let detail): "\(name) did not do that: \(detail)"
    case .noBus(let detail): "other players cannot be found: no message bus of the session (\(detail))"
    }
  }
}
