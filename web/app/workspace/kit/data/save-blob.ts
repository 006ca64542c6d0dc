/** Puts a file into the browser's downloads. */
export function saveBlob(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the file only a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
