/// By what MusicBrainz knows a track; each is a UUID as the file has it.
package struct MusicBrainzIDs: Hashable, Sendable {
  package var recording: String?
  package var releaseTrack: String?
  package var release: String?
  package var releaseGroup: String?
  package var artists: [String] = []
  package var albumArtists: [String] = []

  package init() {}

  package var isEmpty: Bool { self == MusicBrainzIDs() }
}
