import type { ReactNode } from "react";
import { Mark } from "./mark";

/** A page with one thing to do: sign in, choose, read an error. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<main className="centered-page">
			<p>
				<Mark />
				Identity Console
			</p>
			<div>
				<h1>{title}</h1>
				{children}
			</div>
		</main>
	);
}
