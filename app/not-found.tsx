import { CenteredPage } from "@/components/layout/centered-page";
import { PageLink } from "@/components/layout/links";

export default function NotFound() {
	return (
		<CenteredPage title="Page not found">
			<p className="text-sm text-muted">Nothing is at this address.</p>
			<p>
				<PageLink href="/" className="text-accent underline">
					Back to the overview
				</PageLink>
			</p>
		</CenteredPage>
	);
}
