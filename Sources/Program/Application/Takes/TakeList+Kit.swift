import Dubbing
import SystemBase

extension TakeList {
  /// Handles that the hash of a kit is known. Takes that were begun on it before get it too.
  func kitIsIdentified(_ kit: KitReference) {
    guard let hash = kit.hash else { return }
    for (group, track) in tracks {
      for take in track.takes where unidentified.contains(take.id) && take.kit?.isSame(kit) == true {
        unidentified.remove(take.id)
        var take = take
        take.kit?.hash = hash
        tracks[group]?.replace(take)
        if take.id == owner.recording.recordedTake?.id {
          parts.journal.describe(take)
        } else {
          parts.service.save(take)
        }
      }
    }
    guard self.kit?.isSame(kit) == true else { return }
    self.kit = kit
    owner.playback.sequencesChanged()
    if awaitsKitCheck { checkKit() }
  }

  /// Returns whether the sample numbers of a take's hits are those of the loaded kit. A kit that has changed has most
  /// of them.
  func knowsSamples(_ take: Take) -> Bool {
    if let hash = take.kit?.hash, hash == kit?.hash { return true }
    return take.kit?.name == kit?.name
  }

  /// Reports that the current take was recorded with another kit than the loaded one. If the hash of the loaded kit is
  /// not known yet, this waits for it.
  func checkKit() {
    awaitsKitCheck = false
    guard let take = current, let kit = take.kit, let loaded = self.kit else { return }
    if let hash = kit.hash {
      guard let present = loaded.hash else {
        awaitsKitCheck = true
        return
      }
      if hash == present { return }
      if kit.name == loaded.name || kit.path == loaded.path {
        owner.notify(.kitChanged(take: take.name, kit: kit.name))
        return
      }
    } else if kit.name == loaded.name {
      return
    }
    owner.notify(.otherKit(take: take.name, kit: kit.name, loaded: loaded.name, argument: kit.argument))
  }
}

extension KitReference {
  /// Returns whether both name the same kit at the same place; the hash is not compared.
  fileprivate func isSame(_ other: KitReference) -> Bool { name == other.name && path == other.path }

  /// The argument of the command that loads the kit: the name in a folder of kits, otherwise the path if it exists.
  fileprivate var argument: String {
    let folders = ["kits", "Kits", "drumkits"].map { FilePath($0) }
    if !path.exists { return name }
    return folders.contains(path.directory.lastComponent) ? path.lastComponent.shown : path.shown
  }
}
