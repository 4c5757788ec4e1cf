/** One certificate as the admin meets it. Data only: it crosses to the browser. */
export type CertificateFacts = {
	subject: string;
	issuer: string;
	isSelfSigned: boolean;
	isAuthority: boolean;
	/** ISO 8601 UTC. */
	validFrom: string;
	validTo: string;
	/** "expires in 30 days", "expired 2 days ago", "valid from …". */
	validity: string;
	/** "EC P-256", "RSA 2048". */
	key: string;
	/** SHA-256 over the whole certificate, in pairs of hexadecimal digits. */
	fingerprint: string;
	warnings: string[];
};

/** What a text of certificates holds. Warnings only: the service takes any text. */
export type CertificateReport = { certificates: CertificateFacts[]; warnings: string[] };
