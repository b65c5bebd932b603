#!/bin/sh
# Puts the password's hash into the access list, then becomes the server.
#   REDIS_PASSWORD   the password of the user "rebelote"
#   server.sh [FOLDER [OPTION ...]]   FOLDER holds redis.conf and users.acl; options go to the server
set -eu
: "${REDIS_PASSWORD:?set REDIS_PASSWORD}"
folder=${1:-/etc/valkey}
[ $# -eq 0 ] || shift

list=${TMPDIR:-/tmp}/users.acl
hash=$(printf %s "$REDIS_PASSWORD" | sha256sum | cut -d ' ' -f 1)
unset REDIS_PASSWORD
umask 077
# The server knows no comments in this file.
sed -e '/^#/d' -e '/^$/d' -e "s/PASSWORD_HASH/$hash/" "$folder/users.acl" > "$list"
exec valkey-server "$folder/redis.conf" --aclfile "$list" "$@"
