/**
 * Replaces the AWS SDK's search for credentials in the bundles. Lambda sets the credentials in the environment. The
 * search in profiles, single sign-on and instance metadata would be a quarter of every bundle.
 */
export const defaultProvider = () => () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
  return AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY
    ? Promise.resolve({
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
      })
    : Promise.reject(new Error('The environment holds no AWS credentials'))
}
