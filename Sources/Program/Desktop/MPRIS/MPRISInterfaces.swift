/// The interfaces of the MPRIS D-Bus Interface Specification 2.2, as tables.
enum MPRIS {
  static let name = "org.mpris.MediaPlayer2"
  static let object = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let trackList = "org.mpris.MediaPlayer2.TrackList"
  static let playlists = "org.mpris.MediaPlayer2.Playlists"
  /// The standard interface through which properties are read and set.
  static let properties = "org.freedesktop.DBus.Properties"
  /// Stands for a track that does not exist.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  static let interfaces = [
    BusInterface(
      name: root, methods: ["Raise", "Quit"],
      properties: [
        "CanQuit b", "CanRaise b", "HasTrackList b", "Identity s", "DesktopEntry s",
        "SupportedUriSchemes as", "SupportedMimeTypes as",
      ]),
    BusInterface(
      name: player,
      methods: [
        "Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek Offset:x",
        "SetPosition TrackId:o Position:x", "OpenUri Uri:s",
      ],
      properties: [
        "PlaybackStatus s", "LoopStatus s readwrite", "Rate d readwrite", "Shuffle b readwrite",
        "Metadata a{sv}", "Volume d readwrite", "Position x false", "MinimumRate d", "MaximumRate d",
        "CanGoNext b", "CanGoPrevious b", "CanPlay b", "CanPause b", "CanSeek b", "CanControl b false",
      ],
      signals: ["Seeked Position:x"]),
    BusInterface(
      name: trackList,
      methods: [
        "GetTracksMetadata TrackIds:ao -> Metadata:aa{sv}", "AddTrack Uri:s AfterTrack:o SetAsCurrent:b",
        "RemoveTrack TrackId:o", "GoTo TrackId:o",
      ],
      properties: ["Tracks ao invalidates", "CanEditTracks b"],
      signals: [
        "TrackListReplaced Tracks:ao CurrentTrack:o", "TrackAdded Metadata:a{sv} AfterTrack:o",
        "TrackRemoved TrackId:o", "TrackMetadataChanged TrackId:o Metadata:a{sv}",
      ]),
    BusInterface(
      name: playlists,
      methods: [
        "ActivatePlaylist PlaylistId:o",
        "GetPlaylists Index:u MaxCount:u Order:s ReverseOrder:b -> Playlists:a(oss)",
      ],
      properties: ["PlaylistCount u", "Orderings as", "ActivePlaylist (b(oss))"],
      signals: ["PlaylistChanged Playlist:(oss)"]),
  ]
}
