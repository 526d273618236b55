import Application

/// Messages about another player, in one line each.
enum SystemText {
  static func sentence(_ notice: SystemNotice) -> String {
    switch notice {
    case .notPossible:
      "not possible while another program plays: quit, and start drumdub without --system for your queue, library, takes"
    case .noPlayer: "no other player runs: start one, and it is shown here"
    case .notRunning(let name):
      "\(name) does not run: start it, or choose another one with :system NAME"
    case .attached(let name): "drumming over \(name)"
    case .ended(let name): "\(name) has ended: start it again, or choose another one with :system NAME"
    case .refused(let name, let detail): "\(name) refused the command: \(detail)"
    case .noBus(let detail): "other players cannot be found: no message bus of the session (\(detail))"
    }
  }
}
