import AudioBase
import SystemBase

/// The levels of music and pads, which belong to the player and are part of what is heard of a mixer.
package struct MixGains: Hashable, Sendable {
  /// The levels in dB at balance 0.
  package static let levels = -60.0...6.0
  /// The steps of the balance; the last one silences the other side.
  package static let balances = -12...12
  /// The volumes in dB.
  package static let volumes = -60.0...12.0

  package var music: Decibels
  package var pads: Decibels
  /// Steps towards the pads; negative towards the music.
  package var balance: Int
  /// The volume of the player, with which a lane of it begins; nil if it is not stored. No mix has it otherwise.
  package var volume: Decibels?

  package init(music: Decibels, pads: Decibels, balance: Int = 0, volume: Decibels? = nil) {
    (self.music, self.pads, self.balance, self.volume) = (music, pads, balance, volume)
  }

  /// Reads the members of an object in a file.
  package init(_ members: consuming JSONMembers) throws(FileError) {
    music = Decibels(try members.number("music", in: MixGains.levels))
    pads = Decibels(try members.number("pads", in: MixGains.levels))
    balance = try members.integerIfPresent("balance", in: MixGains.balances) ?? 0
    volume = try members.numberIfPresent("volume", in: MixGains.volumes).map { Decibels($0) }
  }

  package var members: JSONObject {
    [
      "music": music.value, "pads": pads.value, "balance": balance == 0 ? nil : balance,
      "volume": volume?.value,
    ]
  }
}

/// The levels of the player, as the owner of the mixer reads and sets them.
package struct MixGainsPort: Sendable {
  let present: @MainActor @Sendable () -> MixGains
  let set: @MainActor @Sendable (MixGains) -> Void
  /// Undoes or redoes what else was set with a change.
  package var turned: @MainActor @Sendable (UndoDirection) -> Void = { _ in }

  package init(
    present: @escaping @MainActor @Sendable () -> MixGains,
    set: @escaping @MainActor @Sendable (MixGains) -> Void
  ) {
    (self.present, self.set) = (present, set)
  }

  /// Sets the levels that an undone or redone change has had, and all else that was set with it.
  @MainActor func turn(_ direction: UndoDirection, to gains: MixGains) {
    set(gains)
    turned(direction)
  }
}
