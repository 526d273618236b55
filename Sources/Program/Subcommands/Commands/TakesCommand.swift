import AudioBase
import Configuration
import Containers
import Dubbing
import Playlists
import SystemBase
import TerminalUI

/// `drumdub takes`: lists, renames, deletes, restores and imports takes.
struct TakesCommand {
  private let arguments: TakesArguments

  init(_ arguments: [FilePath]) throws(UsageError) { self.arguments = try TakesArguments(arguments) }

  /// Processes all takes; one that fails makes the exit code 1.
  package func run() -> Int32 {
    let store = TakeStore(folder: BaseFolders.takes)
    switch arguments {
    case .list(let isJSON, let files): return list(store, isJSON, files)
    case .rename(let id, let name):
      return attempt([id]) { (id) throws(FileError) in try rename(store, id, name) }
    case .delete(let ids):
      return attempt(ids) { (id) throws(FileError) in
        let take = try store.delete(id)
        print("deleted \(take.name); drumdub takes restore \(take.id) brings it back")
      }
    case .importMIDI(let midi): return attempt([""]) { (_) throws(FileError) in try midi.run(store) }
    case .importTake(let shared):
      var code: Int32 = 0
      return max(attempt([""]) { (_) throws(FileError) in code = try shared.run(store) }, code)
    case .pack(let packing): return attempt([""]) { (_) throws(FileError) in try packing.run(store) }
    case .timing(let timing):
      var code: Int32 = 0
      return max(attempt([""]) { (_) throws(FileError) in code = try timing.run(store) }, code)
    case .restore(let ids):
      return attempt(ids) { (id) throws(FileError) in print("restored \(try store.restore(id).name)") }
    }
  }

  private func attempt(_ ids: [String], _ body: (String) throws(FileError) -> Void) -> Int32 {
    var code: Int32 = 0
    for id in ids {
      do throws(FileError) {
        try body(id)
      } catch {
        Messages.print(TakesCommand.sentence(error))
        code = 1
      }
    }
    return code
  }

  static func sentence(_ error: FileError) -> String {
    if error.code == .notFound, error.subject.hasPrefix("take ") {
      let reason = error.detail.map { "\($0): write more of it" } ?? "drumdub takes lists them"
      return "there is no \(error.subject): \(reason)"
    }
    return ErrorText.sentence(error, while: .reading)
  }

  private func rename(_ store: TakeStore, _ id: String, _ name: String) throws(FileError) {
    let old = try store.change(id) { take in
      take.rename(to: name)
      take.modified = Timestamp.now
    }
    print("renamed \(old.name) to \(name)")
  }

  private func list(_ store: TakeStore, _ isJSON: Bool, _ files: [FilePath]) -> Int32 {
    var problems = store.recover().problems
    let found = store.all()
    problems += found.problems
    let dubs = files.filter { $0.bytes.suffix(4) == Array(".dub".utf8)[...] }
    let tracks = files.filter { !dubs.contains($0) }
    var takes: [(take: Take, path: FilePath)] = []
    if !tracks.isEmpty { takes = found.takes.filter(isOf(tracks, &problems)) }
    if files.isEmpty { takes = found.takes }
    takes += read(dubs, &problems)
    for problem in problems { Messages.print(ErrorText.sentence(problem, while: .reading)) }
    let report = TakeReport(takes: takes, tags: TagWorkers.pool(workers: 1))
    if isJSON {
      print(report.json)
    } else if !takes.isEmpty || problems.isEmpty {
      print(report.text)
    }
    return problems.isEmpty ? 0 : 1
  }

  /// Reads takes outside the folder of takes.
  private func read(_ dubs: [FilePath], _ problems: inout [FileError]) -> [(take: Take, path: FilePath)] {
    var takes: [(take: Take, path: FilePath)] = []
    for file in dubs {
      let path = BaseFolders.current.appending(file)
      do throws(FileError) {
        takes.append((try TakeFile.read(path), path))
      } catch {
        problems.append(error)
      }
    }
    return takes
  }

  /// Returns a condition for the takes of these tracks. A file includes its sections, a playlist its entries.
  private func isOf(_ files: [FilePath], _ problems: inout [FileError]) -> (Take, FilePath) -> Bool {
    var recordings: Set<TrackKey> = []
    var sections: Set<TrackKey> = []
    for file in files {
      do throws(FileError) {
        guard PlaylistFormat(name: file) != nil else {
          recordings.insert(try TrackKeyReader.key(of: file))
          continue
        }
        for entry in try PlaylistReader().read(file).entries {
          guard let track = entry.track, !entry.isMissing else { continue }
          sections.insert(try TrackKeyReader.key(of: track.path).of(track.section))
        }
      } catch {
        problems.append(error)
      }
    }
    return { take, _ in
      guard let key = take.track?.key else { return false }
      return sections.contains(key) || recordings.contains(where: key.isPart)
    }
  }
}
