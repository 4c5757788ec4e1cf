import { currentService } from "../../current";
import { findArtifact } from "../../store/oidc-artifacts";

/**
 * Origin (or scheme) that the browser is sent to after the login with this uid, for the login page's `form-action`: browsers apply
 * it to the redirects behind a form as well.
 * @returns null when there is no such login
 */
export async function redirectOriginOfInteraction(uid: string): Promise<string | null> {
	const service = currentService();
	const interaction = service && (await findArtifact(service.database, "Interaction", uid));
	if (!interaction) return null;
	const { params } = JSON.parse(interaction.payload) as { params?: { redirect_uri?: string } };
	const address = params?.redirect_uri;
	if (address === undefined || !URL.canParse(address)) return null;
	const { origin, protocol } = new URL(address);
	// A native application's own scheme has no origin; a source list takes the scheme itself.
	return origin === "null" ? protocol : origin;
}
