declare module "saml20" {
	/** The contents of a token of SAML 1.1 or 2.0. */
	type Profile = { audience: string; issuer: string; claims: Record<string, string> };
	type Options = { publicKey: string; audience: string };

	const saml: {
		/** @param options `publicKey` is a certificate, in PEM or its body alone */
		validate: (token: string, options: Options, callback: (error: Error | null, profile?: Profile) => void) => void;
	};
	export default saml;
}
