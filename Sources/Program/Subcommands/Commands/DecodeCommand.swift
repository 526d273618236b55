import Configuration
import SystemBase
import TerminalUI

/// `drumdub decode`: writes the sound of a file, as the player would play it, to a WAV file.
struct DecodeCommand {
  private let arguments: DecodeArguments

  init(_ arguments: [FilePath]) throws(UsageError) { self.arguments = try DecodeArguments(arguments) }

  package func run() -> Int32 {
    switch arguments {
    case .help:
      print(HelpText.decode)
      return 0
    case .decode(let job):
      do throws(FileError) {
        return try job.run()
      } catch {
        let isTarget = error.subject == job.target.shown
        Messages.print(ErrorText.sentence(error, while: isTarget ? .writing : .decoding))
        return 1
      }
    }
  }
}
