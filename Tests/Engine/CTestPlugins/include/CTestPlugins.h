#pragma once
// The library has no function but `lv2_descriptor`, which a host finds by its name.
