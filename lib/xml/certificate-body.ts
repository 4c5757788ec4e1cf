/** A certificate in the form of XML and metadata: PEM without its header, footer and line ends. */
export function certificateBody(pem: string): string {
	return pem.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, "");
}
