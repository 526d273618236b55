/// The interfaces of the MPRIS D-Bus Interface Specification 2.2, as tables.
enum MPRIS {
  static let name = "org.mpris.MediaPlayer2"
  static let object = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let trackList = "org.mpris.MediaPlayer2.TrackList"
  static let playlists = "org.mpris.MediaPlayer2.Playlists"
  /// Stands for a track that does not exist.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  static let interfaces = [
    BusInterface(
      name: root, methods: [.init(name: "Raise"), .init(name: "Quit")],
      properties: [
        .init(name: "CanQuit", type: "b"), .init(name: "CanRaise", type: "b"),
        .init(name: "HasTrackList", type: "b"), .init(name: "Identity", type: "s"),
        .init(name: "DesktopEntry", type: "s"), .init(name: "SupportedUriSchemes", type: "as"),
        .init(name: "SupportedMimeTypes", type: "as"),
      ]),
    BusInterface(
      name: player,
      methods: ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"].map { .init(name: $0) } + [
        .init(name: "Seek", input: [.init("Offset", "x")]),
        .init(name: "SetPosition", input: [.init("TrackId", "o"), .init("Position", "x")]),
        .init(name: "OpenUri", input: [.init("Uri", "s")]),
      ],
      properties: [
        .init(name: "PlaybackStatus", type: "s"),
        .init(name: "LoopStatus", type: "s", isWritable: true),
        .init(name: "Rate", type: "d", isWritable: true),
        .init(name: "Shuffle", type: "b", isWritable: true), .init(name: "Metadata", type: "a{sv}"),
        .init(name: "Volume", type: "d", isWritable: true),
        .init(name: "Position", type: "x", change: .none), .init(name: "MinimumRate", type: "d"),
        .init(name: "MaximumRate", type: "d"), .init(name: "CanGoNext", type: "b"),
        .init(name: "CanGoPrevious", type: "b"), .init(name: "CanPlay", type: "b"),
        .init(name: "CanPause", type: "b"), .init(name: "CanSeek", type: "b"),
        .init(name: "CanControl", type: "b", change: .none),
      ],
      signals: [.init(name: "Seeked", arguments: [.init("Position", "x")])]),
    BusInterface(
      name: trackList,
      methods: [
        .init(
          name: "GetTracksMetadata", input: [.init("TrackIds", "ao")], output: [.init("Metadata", "aa{sv}")]),
        .init(
          name: "AddTrack", input: [.init("Uri", "s"), .init("AfterTrack", "o"), .init("SetAsCurrent", "b")]),
        .init(name: "RemoveTrack", input: [.init("TrackId", "o")]),
        .init(name: "GoTo", input: [.init("TrackId", "o")]),
      ],
      properties: [
        .init(name: "Tracks", type: "ao", change: .invalidates), .init(name: "CanEditTracks", type: "b"),
      ],
      signals: [
        .init(name: "TrackListReplaced", arguments: [.init("Tracks", "ao"), .init("CurrentTrack", "o")]),
        .init(name: "TrackAdded", arguments: [.init("Metadata", "a{sv}"), .init("AfterTrack", "o")]),
        .init(name: "TrackRemoved", arguments: [.init("TrackId", "o")]),
        .init(name: "TrackMetadataChanged", arguments: [.init("TrackId", "o"), .init("Metadata", "a{sv}")]),
      ]),
    BusInterface(
      name: playlists,
      methods: [
        .init(name: "ActivatePlaylist", input: [.init("PlaylistId", "o")]),
        .init(
          name: "GetPlaylists",
          input: [
            .init("Index", "u"), .init("MaxCount", "u"), .init("Order", "s"), .init("ReverseOrder", "b"),
          ], output: [.init("Playlists", "a(oss)")]),
      ],
      properties: [
        .init(name: "PlaylistCount", type: "u"), .init(name: "Orderings", type: "as"),
        .init(name: "ActivePlaylist", type: "(b(oss))"),
      ],
      signals: [.init(name: "PlaylistChanged", arguments: [.init("Playlist", "(oss)")])]),
  ]
}
