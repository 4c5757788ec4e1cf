import { randomUUID } from "node:crypto";
import { Alert } from "@/components/ui/alert";
import { ShownOnce } from "@/components/ui/shown-once";
import { readFlash } from "@/lib/dashboard/request/flash";

type FlashStatusProps = { path: string; tone?: "success" | "warning" };

/** The flash message that an action stored for the page it redirected to; it is shown once. */
export async function FlashStatus({ path, tone = "success" }: FlashStatusProps) {
	const message = await readFlash(path);
	if (!message) return null;
	const id = randomUUID();
	return (
		<ShownOnce key={id} id={id}>
			<div className="mb-5">
				<Alert tone={tone}>
					<p>{message}</p>
				</Alert>
			</div>
		</ShownOnce>
	);
}
