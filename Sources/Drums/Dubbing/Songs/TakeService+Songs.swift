import AudioBase
import SystemBase

/// The unsaved changes of a song.
struct SongChange {
  private(set) var edits: [SongEdit] = []
  /// The track; nil if its format is not known.
  private(set) var track: TrackReference?

  /// Adds changes. A change replaces an earlier one of the same value.
  mutating func add(_ edits: [SongEdit], _ track: TrackReference?) {
    for edit in edits {
      self.edits.removeAll { $0.isReplaced(by: edit) }
      self.edits.append(edit)
    }
    self.track = track ?? self.track
  }
}

extension SongEdit {
  fileprivate func isReplaced(by edit: SongEdit) -> Bool {
    switch (self, edit) {
    case (.tempo, .tempo), (.speed, .speed), (.loop, .loop), (.transposition, .transposition), (.key, .key),
      (.drums, .drums), (.stems, .stems), (.foundStems, .foundStems),
      (.drumStrength, .drumStrength):
      true
    case (.part(let name, _), .part(let other, _)): name == other
    case (.tempo, _), (.speed, _), (.loop, _), (.transposition, _), (.key, _), (.drums, _), (.part, _),
      (.stems, _), (.foundStems, _), (.drumStrength, _), (.set, _), (.remove, _):
      false
    }
  }
}

/// Reads and saves songs on the thread of the service.
extension TakeService {
  /// Returns the song of a track, or the error if its file cannot be read. Both are nil if there is no file.
  func song(of key: TrackKey) -> (song: Song?, problem: FileError?) {
    do throws(FileError) { return (try songs?.song(of: key), nil) } catch { return (nil, error) }
  }

  /// Saves changes of songs. Repeated failures are reported once, because loops and speeds are saved automatically.
  func save(_ changes: [TrackKey: SongChange], _ state: inout State, _ report: (Event) -> Void) {
    guard let songs else { return }
    for (key, change) in changes {
      let track = change.track.map(state.signatures.signed)
      do throws(FileError) {
        let song = try songs.change(key) { song in
          song.apply(change.edits)
          if song.track == nil { song.track = track }
        }
        state.failingSongs[key] = nil
        songSearch?.note(song, of: key)
        if song.isWorthFinding, let track = song.track { sign(track, &state) }
      } catch {
        if state.failingSongs.updateValue(error, forKey: key) != error { report(.songNotSaved(error)) }
      }
    }
  }

  /// Adds the signature of the track to a stored song. Errors are ignored here; the next change of the song reports them.
  func storeSignature(of key: TrackKey, _ signatures: SignatureTable) {
    guard let songs, songs.path(of: key).exists else { return }
    let song = try? songs.change(key) { $0.track = $0.track.map(signatures.signed) }
    if let song { songSearch?.note(song, of: key) }
  }

  /// Searches for the song of a track by its sound on another thread. Each track is searched for once.
  func findSong(of track: TrackLocation, _ key: TrackKey, _ state: inout State) {
    guard let songs, let songSearch, track.address == nil, state.searchedSongs.insert(key).inserted,
      !songs.keys.isEmpty
    else { return }
    _ = WorkerThread(name: "song", isBackground: true) { [self] in
      let song = songSearch.find(track, of: key) { mailbox.withLock { $0.isStopping } }
      if let song { post { $0.jobs.append(.foundSong(track, key, song)) } }
    }
  }
}
