/** Reads QR codes from what the camera shows; the texts found, none most of the time. */
export type Detect = (video: HTMLVideoElement) => Promise<string[]>;
