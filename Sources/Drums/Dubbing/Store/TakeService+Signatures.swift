import AudioBase
import SystemBase

/// The signatures that were computed since the program started, by the keys of their tracks.
struct SignatureTable {
  private var known: [TrackKey: TrackSignature] = [:]
  /// The tracks whose computation has begun, whether or not it succeeded.
  private var tried: Set<TrackKey> = []

  /// Returns a take with the signature of its track, if that is known.
  func signed(_ take: Take) -> Take {
    var take = take
    take.track = take.track.map(signed)
    return take
  }

  /// Returns a track with its signature, if that is known.
  func signed(_ track: TrackReference) -> TrackReference {
    guard track.signature == nil, let signature = known[track.key] else { return track }
    var track = track
    track.signature = signature
    return track
  }

  /// Records that the computation for a track begins. Returns false if it has begun before.
  mutating func begin(_ key: TrackKey) -> Bool { tried.insert(key).inserted }

  mutating func add(_ signature: TrackSignature, of key: TrackKey) { known[key] = signature }
}

/// Signatures of the tracks of takes and songs. Imports align files of other users with them.
extension TakeService {
  /// Computes the signature of the track of a saved take or song on another thread, unless it has one.
  func sign(_ track: TrackReference, _ state: inout State) {
    // A file of a web server would have to be read whole.
    guard let signer, track.signature == nil, track.path.address == nil, state.signatures.begin(track.key)
    else { return }
    _ = WorkerThread(name: "signature", isBackground: true) { [self] in
      guard let key = try? self.key(track.path), let location = track.location(in: track.path, of: key),
        let signature = try? signer.signature(
          of: location, isCancelled: { mailbox.withLock { $0.isStopping } })
      else { return }
      post { $0.jobs.append(.signed(track.key, signature)) }
    }
  }

  /// Adds a signature to the saved takes of its track and to its song. Takes that wait to be saved get the signature when they are saved.
  func store(_ signature: TrackSignature, of key: TrackKey, _ state: inout State) {
    state.signatures.add(signature, of: key)
    let waiting = Set(mailbox.withLock { ($0.inProgress + $0.unsaved).map(\.id) })
    let signatures = state.signatures
    state.files.update(of: key) { waiting.contains($0.id) ? $0 : signatures.signed($0) }
    storeSignature(of: key, signatures)
  }
}
