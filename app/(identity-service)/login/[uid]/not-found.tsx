import { CenteredPage } from "@/components/layout/centered-page";

export default function LoginNotFound() {
	return (
		<CenteredPage title="This sign-in has expired">
			<p className="text-sm">
				It was left open for too long, was already used, or was begun in another browser. Nothing was changed.
			</p>
			<p className="text-sm">
				To begin again, go back to the application and choose to sign in, or{" "}
				<a href="/" className="text-accent underline">
					open the console
				</a>
				.
			</p>
		</CenteredPage>
	);
}
