import AudioBase
import CursesBackend
import MusicLibrary
import Player
import TerminalKit
import TerminalUI

/// The player from an open terminal to a closed one.
@MainActor
enum PlayerProgram {
  static func run(
    _ settings: Settings, words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]
  ) -> Int32 {
    // Two: a track that is to play does not wait for the tags of a long queue.
    let tagWorkers = TagWorkers.pool(workers: 2)
    tagWorkers.warmUp()
    do throws(ScreenError) {
      // Before the screen, whose library would install handlers of its own.
      let signals = try SignalPipe()
      let screen = try CursesScreen(signals: signals)
      let wiring = Wiring(settings, colours: screen.colours, tagWorkers: tagWorkers)
      wiring.start(words: words, configurationWarnings: configurationWarnings)
      let loop = MainLoop(wiring: wiring, screen: screen, signals: signals)
      loop.run()
      wiring.stop()
      screen.close()
      return writeStatistics(of: wiring)
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 2
    }
  }

  private static func writeStatistics(of wiring: Wiring) -> Int32 {
    do throws(AudioError) {
      try wiring.writeStatistics()
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
  }
}
