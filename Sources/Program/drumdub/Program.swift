import Artwork
import CSystem
import Configuration
import CursesBackend
import Glibc
import Plugins
import Subcommands
import SystemBase
import TerminalUI

/// The program from its arguments to its exit code: 0 done, 1 not done, 2 usage error or no terminal.
@MainActor
enum Program {
  static func run(_ arguments: [FilePath]) -> Int32 {
    endWhenRefused()
    let subcommand = arguments.first.flatMap { Subcommand(rawValue: $0.shown) }
    do throws(UsageError) {
      if arguments.first == FilePath(TagWorkers.option) { return TagWorkers.run() }
      if arguments.first == FilePath(PictureWorker.option) { return PictureWorker.run() }
      if arguments.first == FilePath(PluginWorker.option) { return PluginWorker.run() }
      if let documents = arguments.first.flatMap({ DocumentWriter(rawValue: $0.shown) }) {
        return documents.run(arguments.dropFirst())
      }
      if let subcommand { return try subcommand.run(Array(arguments.dropFirst())) }
      if let first = arguments.first { try Subcommand.checkSpelling(of: first) }
      return try runPlayer(PlayerArguments(arguments))
    } catch {
      let help = subcommand.map { "drumdub \($0.rawValue) --help" } ?? "drumdub --help"
      Messages.print("\(error.message); try '\(help)'")
      return 2
    }
  }

  /// Ends the program with an error if the system refuses a thread or a descriptor. Applies until the player runs.
  private static func endWhenRefused() {
    ResourceRefusal.handle { refusal in
      TerminalGuard.restore()
      Messages.print(ErrorText.sentence(refusal))
      drumdub_exit_at_once(1)
    }
  }

  private static func runPlayer(_ arguments: PlayerArguments) throws(UsageError) -> Int32 {
    switch arguments.action {
    case .help:
      print(HelpText.player)
      return 0
    case .version:
      print("drumdub \(Version.number)")
      return 0
    case .add, .next:
      let placement = arguments.action == .next ? RemoteControlCommand.Placement.next : .end
      if let status = try SecondStart.add(arguments.operands, placement) { return status }
    case .play: break
    }
    let (settings, warnings) = try arguments.settings()
    if let status = try SecondStart.answer(settings, arguments.operands) { return status }
    return PlayerProgram(settings: settings, words: arguments.operands, configurationWarnings: warnings).run()
  }
}
