"""A stand-in for systemd-logind: delay locks, and sleep on request.

Prints a line for each lock that is taken or released.
"""
import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANAGER = "org.freedesktop.login1.Manager"


class Manager(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/login1")
        self.locks = []

    @dbus.service.method(MANAGER, in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        read, write = os.pipe()
        self.locks.append(read)
        GLib.io_add_watch(read, GLib.IO_HUP, self.released)
        print("lock", what, who, mode, flush=True)
        reply = dbus.types.UnixFd(write)
        os.close(write)
        return reply

    def released(self, descriptor, condition):
        self.locks.remove(descriptor)
        os.close(descriptor)
        print("released", flush=True)
        return False

    @dbus.service.signal(MANAGER, signature="b")
    def PrepareForSleep(self, begins):
        pass

    @dbus.service.method("org.drumdub.Test", in_signature="b")
    def Sleep(self, begins):
        self.PrepareForSleep(begins)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.login1", bus)
manager = Manager(bus)
print("ready", flush=True)
GLib.MainLoop().run()
