#!/usr/bin/env bash
# Builds the library and installs header, libraries and pkg-config file:
#
#     bindings/c/install.sh PREFIX [cargo build's arguments, default --release]
set -euo pipefail
prefix=${1:?the folder to install into}
shift
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- --release
cargo build -p cueline-c "$@"

profile=debug
for argument; do [ "$argument" != --release ] || profile=release; done
folder=${CARGO_TARGET_DIR:-../../target}
built=$folder/$profile
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' ../../Cargo.toml)
# What a program that links the static library needs besides: as `--print native-static-libs` says for this system.
private='-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc'

mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
prefix=$(cd "$prefix" && pwd)
cp include/cueline.h include/cueline.hpp "$prefix/include/"
cp "$built/libcueline_c.a" "$prefix/lib/libcueline.a"
if [ -e "$built/libcueline_c.so" ]; then
    cp "$built/libcueline_c.so" "$prefix/lib/libcueline.so.$version"
    ln -sf "libcueline.so.$version" "$prefix/lib/libcueline.so.0"
    ln -sf libcueline.so.0 "$prefix/lib/libcueline.so"
elif [ -e "$built/libcueline_c.dylib" ]; then
    cp "$built/libcueline_c.dylib" "$prefix/lib/libcueline.dylib"
    private=
fi
sed "s|@prefix@|$prefix|; s|@version@|$version|; s|@private@|$private|" cueline.pc.in >"$prefix/lib/pkgconfig/cueline.pc"
echo "cueline $version is in $prefix. Compilers and programs find it by"
echo "    export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib"
