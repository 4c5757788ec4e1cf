/** What a service provider reads from an identity provider's metadata, by regular expressions that suffice here. */
export function readMetadata(document: string) {
	const location = (service: string, binding: string) =>
		new RegExp(`<md:${service} Binding="[^"]*:${binding}" Location="([^"]*)"/>`).exec(document)?.[1];
	return {
		entityId: /entityID="([^"]*)"/.exec(document)?.[1] ?? "",
		certificates: [...document.matchAll(/<ds:X509Certificate>([^<]*)</g)].map(([, body = ""]) => body),
		signIn: {
			redirect: location("SingleSignOnService", "HTTP-Redirect") ?? "",
			post: location("SingleSignOnService", "HTTP-POST") ?? "",
		},
		signOut: {
			redirect: location("SingleLogoutService", "HTTP-Redirect") ?? "",
			post: location("SingleLogoutService", "HTTP-POST") ?? "",
		},
	};
}
