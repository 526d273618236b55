import AudioBase
import Player
import Synchronization
import SystemBase

/// Runs the program of the setting `on-track`, one at a time, on a thread of its own. Main thread.
@MainActor
package final class TrackProgram {
  /// Seconds after which the program is killed.
  nonisolated private static let limit = 10.0

  private let worker = SerialWorker(name: "on-track")
  private let limiter = SerialWorker(name: "on-track limit")
  /// The track that plays, until a run begins for it: the last of several quick changes counts.
  private let latest = Mutex<ProgramRun?>(nil)
  /// The programs whose failures were reported.
  private let failed = Mutex<Set<FilePath>>([])
  private let report: @Sendable (TrackProgramFailure) -> Void

  /// - Parameter report: receives the first failure of each program, on another thread.
  package init(report: @escaping @Sendable (TrackProgramFailure) -> Void) { self.report = report }

  /// Runs a program for a track. Returns at once.
  ///
  /// - Parameter start: when the play began, in seconds since 1970.
  package func run(_ program: FilePath, _ stage: PlayStage, _ item: QueueItem, start: Int) {
    let run = ProgramRun(program, environment: TrackProgram.environment(stage, item, start: start))
    switch stage {
    case .playing:
      latest.withLock { $0 = run }
      worker.run { [self] in if let run = latest.withLock({ $0.take() }) { carryOut(run) } }
    // Each track that was heard counts.
    case .heard: worker.run { [self] in carryOut(run) }
    }
  }

  /// Runs a program until its end. The worker's thread.
  nonisolated private func carryOut(_ run: ProgramRun) {
    do throws(ProgramRun.Failure) {
      try run.run(withinSeconds: TrackProgram.limit, limiter: limiter)
    } catch {
      let isFirst = failed.withLock { $0.insert(run.program).inserted }
      if isFirst { report(TrackProgramFailure(program: run.program, reason: error)) }
    }
  }

  /// Returns the variables that describe a track; those of unknown values are empty.
  nonisolated static func environment(
    _ stage: PlayStage, _ item: QueueItem, start: Int
  ) -> [String: [UInt8]] {
    let track = item.described
    let texts: [String: String?] = [
      "STATUS": stage.rawValue, "TITLE": item.title, "ARTIST": track.artist, "ALBUM": track.album,
      "ALBUM_ARTIST": track.albumArtist, "DURATION": track.duration.map { "\(Int($0.rounded()))" },
      "URL": item.location.address?.text, "STARTED": "\(start)",
    ]
    var variables: [String: [UInt8]] = [:]
    for (name, text) in texts { variables["DRUMDUB_\(name)"] = Array((text ?? "").utf8) }
    variables["DRUMDUB_FILE"] = item.location.address == nil ? item.path.bytes : []
    return variables
  }
}

/// The program of the setting `on-track` did not end well.
package struct TrackProgramFailure: Hashable, Sendable {
  package var program: FilePath
  package var reason: ProgramRun.Failure

  package init(program: FilePath, reason: ProgramRun.Failure) {
    (self.program, self.reason) = (program, reason)
  }
}
