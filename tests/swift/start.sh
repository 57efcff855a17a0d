#!/usr/bin/env bash
# start.sh FOLDER: starts OpenStack Swift with its S3 layer on 127.0.0.1:8480 (a proxy, and one account, container and
# object server with one replica in FOLDER), makes the bucket "files", and prints the settings of Waybill for it.
# Ends everything on Ctrl-C. Needs, from Debian: swift-proxy swift-account swift-container swift-object memcached curl.
# FOLDER must be on a file system with extended attributes, such as ext4.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
user=$(id -un)
mkdir -p "$folder"/{etc,node/disk,cache}
export SWIFT_CONF_DIR=$folder/etc

cat >"$folder/etc/swift.conf" <<EOF
[swift-hash]
swift_hash_path_suffix = $(cat /proc/sys/kernel/random/uuid)
[storage-policy:0]
name = one
default = yes
EOF

for kind in account:8482 container:8483 object:8484; do
  name=${kind%:*} port=${kind#*:}
  cat >"$folder/etc/$name.conf" <<EOF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
workers = 1
user = $user
swift_dir = $folder/etc
devices = $folder/node
mount_check = false
log_name = $name
log_level = ERROR
[pipeline:main]
pipeline = recon $name-server
[filter:recon]
use = egg:swift#recon
recon_cache_path = $folder/cache
[app:$name-server]
use = egg:swift#$name
EOF
  if [ ! -e "$folder/etc/$name.ring.gz" ]; then
    (
      cd "$folder/etc"
      swift-ring-builder "$name.builder" create 4 1 1
      swift-ring-builder "$name.builder" add "r1z1-127.0.0.1:$port/disk" 1
      swift-ring-builder "$name.builder" rebalance
    ) >/dev/null
  fi
done

cat >"$folder/etc/proxy.conf" <<EOF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = 8480
workers = 1
user = $user
swift_dir = $folder/etc
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:8485
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_shop_waybill = swiftsecret .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
EOF

pids=()
trap 'kill "${pids[@]}" 2>/dev/null; wait' EXIT
memcached -u "$user" -l 127.0.0.1 -p 8485 & pids+=($!)
for name in account container object proxy; do
  "swift-$name-server" "$folder/etc/$name.conf" & pids+=($!)
done
until curl -sf http://127.0.0.1:8480/healthcheck >/dev/null; do sleep 0.2; done
auth=$(curl -sfi -H 'X-Auth-User: shop:waybill' -H 'X-Auth-Key: swiftsecret' http://127.0.0.1:8480/auth/v1.0 | tr -d '\r')
token=$(sed -n 's/^X-Auth-Token: //ip' <<<"$auth")
url=$(sed -n 's/^X-Storage-Url: //ip' <<<"$auth")
curl -sf -X PUT -H "X-Auth-Token: $token" "$url/files" >/dev/null

cat <<EOF
WAYBILL_FILES=s3://files/shop?endpoint=http://127.0.0.1:8480&region=us-east-1
AWS_ACCESS_KEY_ID=shop:waybill
AWS_SECRET_ACCESS_KEY=swiftsecret
EOF
wait
