import Application
import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Dubbing
import Percussion
import SystemBase
import TerminalUI

/// `drumdub takes timing`: compares the hits of a take with the beats of the take or of its track. Beats that neither
/// states are found by the sound of the track.
struct TakeTiming {
  /// Why there are no beats.
  private enum Problem: Error {
    case file(FileError)
    /// The take has no track that could be searched.
    case noTrack
    case trackIsMissing(FilePath)
    case noBeat(FilePath)
  }

  var id: String
  /// The number of subdivisions of a beat.
  var division: Int
  var isJSON = false

  /// Prints the report. Returns the exit code.
  func run(_ store: TakeStore) throws(FileError) -> Int32 {
    let take = try store.find(id).take
    do throws(Problem) {
      // The kit of a SoundFont would have to be rendered first.
      let kit = take.kit.flatMap { try? KitReader.read($0.path).kit }
      let report = TimingReport(take, try beats(of: take, store), kit: kit, division: division)
      print(isJSON ? JSONReport.text(report) : report.text)
      return 0
    } catch {
      Messages.print(TakeTiming.sentence(error, take))
      return 1
    }
  }

  private func beats(of take: Take, _ store: TakeStore) throws(Problem) -> TimedBeats {
    if let tempo = take.tempo { return TimedBeats(tempo) }
    guard let track = take.track else { throw .noTrack }
    do throws(FileError) {
      if let tempo = try store.tempo(of: track.key) { return TimedBeats(tempo) }
    } catch { throw .file(error) }
    return try found(in: track)
  }

  private func found(in track: TrackReference) throws(Problem) -> TimedBeats {
    let location = try location(of: track)
    var progress = LateProgress()
    defer { progress.clear() }
    do throws(FileError) {
      let result = try BeatSearch(decoders: DecoderRegistry()).find(
        in: location, progress: { progress.show("finding the beats", Int($0 * 1_000), of: 1_000) })
      if case .found(let beats) = result { return TimedBeats(found: beats, in: location.path) }
    } catch { throw .file(error) }
    throw .noBeat(location.path)
  }

  private func location(of track: TrackReference) throws(Problem) -> TrackLocation {
    var notices: [ExportNotice] = []
    let service = ExportSetup.service(LibraryChoice.settings())
    guard let location = try? service.track(track, nil, &notices) else { throw .trackIsMissing(track.path) }
    for notice in notices { Messages.print(ExportText.sentence(notice)) }
    return location
  }

  private static func sentence(_ problem: Problem, _ take: Take) -> String {
    let byHand = "tap the beats in the player, or type the tempo with :tempo"
    let name = FilePath(take.name).shown
    return switch problem {
    case .file(let error): ErrorText.sentence(error, while: .reading)
    case .noTrack: "the tempo of \(name) is not known, and it has no track to find it in: \(byHand)"
    case .trackIsMissing(let path):
      "the tempo of \(name) is not known, and its track \(path.shown) is not there: bring the file back, or scan its "
        + "folder with drumdub scan DIR"
    case .noBeat(let path):
      "the tempo of \(name) is not known, and the sound of \(path.shown) has no regular beat: \(byHand)"
    }
  }
}
