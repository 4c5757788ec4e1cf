/** A certificate as XML and metadata hold it: PEM without its frame and line ends. */
export function certificateBody(pem: string): string {
	return pem.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, "");
}
