/** Runs in the page: every element with text of its own whose contrast is below 4.5 to 1, as WCAG 2.2 defines it. */
export const findLowContrast = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const luminance = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return color === "rgba(0, 0, 0, 0)" && element.parentElement ? background(element.parentElement) : color;
  };
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.tagName !== "SCRIPT")
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((element) => {
      const [high, low] = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => b - a);
      return { text: element.textContent, ratio: (high + 0.05) / (low + 0.05) };
    })
    .filter(({ ratio }) => ratio < 4.5)
    .map(({ text, ratio }) => document.documentElement.className + " " + text + " " + ratio.toFixed(2));
})()`;
