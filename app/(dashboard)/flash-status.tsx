import { Alert } from "@/components/ui/alert";
import { readFlash } from "@/lib/dashboard/flash";

/** The sentence that an action left for the page it redirected to. */
export async function FlashStatus({ path }: { path: string }) {
	const message = await readFlash(path);
	return message ? (
		<div className="mb-5">
			<Alert tone="success">
				<p>{message}</p>
			</Alert>
		</div>
	) : null;
}
