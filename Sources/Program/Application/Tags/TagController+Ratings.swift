import AudioBase
import MusicLibrary
import SystemBase
import TrackTags

/// Writes ratings that were set in the player to the files, in the background.
extension TagController {
  /// The seconds after the last rating in which another one replaces it: a key that is pressed four times for four stars
  /// writes the file once.
  private static let ratingDelay = 1.0

  /// Notes that a track was rated in the player. A track that is a part of a file shares its tags with the other parts,
  /// so its rating is only in the index.
  func rated(_ track: LibraryTrack, former: TrackRating?, now: HostTime = .now) {
    guard writesRatings, track.track.section == nil, !track.isAway else { return }
    var change = TagChange(
      track.track.path, .set([.rating: TrackRating.text(track.rating)]), rating: .written(former: former))
    if let earlier = ratings.firstIndex(where: { $0.path == change.path }) {
      change.rating = ratings.remove(at: earlier).rating
    }
    ratings.append(change)
    ratingTime = .now()
    ratingsDue = now.advanced(bySeconds: TagController.ratingDelay)
  }

  /// The time at which ratings are to be written next; nil if there are none, or something must end first.
  package var nextRatingWrite: HostTime? {
    ratings.isEmpty || isWriting || onRead != nil ? nil : ratingsDue
  }

  package func writeRatingsWhenDue(now: HostTime = .now) {
    if let due = nextRatingWrite, now >= due { writeRatings() }
  }

  /// Writes the ratings that are not in the files yet. Called at the end of the program, too.
  package func writeRatings() {
    if ratings.isEmpty { return }
    let batch = TagBatch(.rate, ratings)
    ratings = []
    write(batch, at: ratingTime ?? .now())
    ratingTime = nil
  }
}
