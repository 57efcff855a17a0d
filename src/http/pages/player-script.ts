/**
 * Part of `script`. A playing track pauses the others. Below it are buttons for the speed and for the previous and next tracks,
 * with the track's name for screen readers. It continues where the customer stopped. Only the device stores this: seconds by
 * address, for the last tracks played. The next track starts automatically only if playing does not count as a download
 * (`data-free`), because nobody pressed play.
 */
export const playerScript = `
const stored = "waybill-player";
const keptTracks = 100;
const readKept = () => {
  try {
    return { speed: 1, at: {}, ...JSON.parse(localStorage.getItem(stored)) };
  } catch {
    return null;
  }
};
const kept = readKept() ?? { speed: 1, at: {} };
const keep = (track) => {
  const address = track.getAttribute("src");
  // Another page of the store may have kept more since.
  kept.at = readKept()?.at ?? kept.at;
  delete kept.at[address];
  // Who heard the end begins anew.
  if (track.currentTime > 5 && track.duration - track.currentTime > 5) kept.at[address] = Math.floor(track.currentTime);
  for (const old of Object.keys(kept.at).slice(0, -keptTracks)) delete kept.at[old];
  try {
    localStorage.setItem(stored, JSON.stringify(kept));
  } catch {
    // The device keeps nothing: the position lasts as long as the page.
  }
};
const tracks = [...document.querySelectorAll(".preview :is(audio, video)")];
const controls = document.querySelector(".player");
const [speed, previous, next] = controls?.querySelectorAll("select, button") ?? [];
const playing = () => tracks.find((track) => track.parentElement.contains(controls));
const before = (track) => tracks[tracks.indexOf(track) - 1];
const after = (track) => tracks[tracks.indexOf(track) + 1];
const goBack = () => before(playing())?.play().catch(() => {});
const goOn = () => after(playing())?.play().catch(() => {});
const showControls = (track) => {
  const focused = document.activeElement;
  controls.setAttribute("aria-label", track.getAttribute("aria-label"));
  previous.hidden = !before(track);
  next.hidden = !after(track);
  controls.hidden = false;
  if (playing() === track) return;
  track.after(controls);
  // What moves loses the focus.
  if (controls.contains(focused)) (focused.hidden ? (focused === next ? previous : next) : focused).focus();
};
for (const track of tracks) {
  track.addEventListener("loadedmetadata", () => {
    const at = kept.at[track.getAttribute("src")];
    if (at && at < track.duration) track.currentTime = at;
    track.playbackRate = kept.speed;
  });
  track.addEventListener("play", () => {
    for (const other of tracks) if (other !== track) other.pause();
    track.playbackRate = kept.speed;
    showControls(track);
    if (!("mediaSession" in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title: track.getAttribute("aria-label") });
    navigator.mediaSession.setActionHandler("previoustrack", before(track) ? goBack : null);
    navigator.mediaSession.setActionHandler("nexttrack", after(track) ? goOn : null);
  });
  let last = 0;
  track.addEventListener("timeupdate", () => {
    if (Math.abs(track.currentTime - last) < 5) return;
    last = track.currentTime;
    keep(track);
  });
  for (const name of ["pause", "ended"]) track.addEventListener(name, () => keep(track));
  track.addEventListener("ended", () => {
    if (after(track)?.hasAttribute("data-free")) after(track).play().catch(() => {});
  });
}
if (controls) {
  speed.value = [...speed.options].some(({ value }) => Number(value) === kept.speed) ? String(kept.speed) : "1";
  kept.speed = Number(speed.value);
  speed.onchange = () => {
    kept.speed = Number(speed.value);
    for (const track of tracks) track.playbackRate = kept.speed;
    if (playing()) keep(playing());
  };
  previous.onclick = goBack;
  next.onclick = goOn;
}
`;
