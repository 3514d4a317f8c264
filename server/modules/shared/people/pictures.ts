/** Path of an uploaded picture on our server; empty for none. */
export function pictureUrl(imageId: string | null): string {
  return imageId === null ? '' : `/images/${imageId}`;
}
