export { handleAuthentication as GET } from "@/lib/identity-service/authentication/endpoint/handle-authentication";
