/**
 * The HTML of an email with `element` inserted at the end of its body, or at its very end if a store's own template has no body.
 */
export function insertInHtml(html: string, element: string): string {
  const end = html.lastIndexOf("</body>");
  return end === -1 ? html + element : html.slice(0, end) + element + html.slice(end);
}
