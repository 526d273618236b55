import Configuration
import SystemBase
import TerminalUI

/// `drumdub decode`: writes the sound of a file, as the player would play it, to a WAV file.
struct DecodeCommand {
  private let job: DecodeJob

  init(_ arguments: [FilePath]) throws(UsageError) { job = try DecodeArguments.job(arguments) }

  package func run() -> Int32 {
    do throws(FileError) {
      return try job.run()
    } catch {
      let isTarget = error.subject == job.target.shown
      Messages.print(ErrorText.sentence(error, while: isTarget ? .writing : .decoding))
      return 1
    }
  }
}
